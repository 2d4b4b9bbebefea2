"use strict";
// What the pages do beyond HTML: drop, paste, copy, dialogs, shortcuts, and where the focus goes. Without it everything still works.

document.documentElement.classList.add("scripting");
const byId = (id) => document.getElementById(id);
const typing = (element) => element.closest("input, textarea, select, [contenteditable]") !== null;

// --- Copying ---------------------------------------------------------------------------------------------------------
let quiet;
function say(text) {
  const said = byId("said");
  said.textContent = text;
  clearTimeout(quiet);
  quiet = setTimeout(() => { said.textContent = ""; }, 4000);
}

async function copy(text) {
  try {
    await navigator.clipboard.writeText(await text);
    say(byId("said").dataset.copied);
    return true;
  } catch {
    say(byId("said").dataset.failed);
    return false;
  }
}

async function textOf(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(String(answer.status));
  return answer.text();
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = event.target.closest("[data-copy-link], [data-copy-from], [data-copy], [data-dialog], [data-open], [data-close]");
  if (link === null) return;
  if ("copyLink" in link.dataset) {
    event.preventDefault();
    history.replaceState(null, "", link.hash);
    copy(link.href);
  } else if (link.dataset.copyFrom) {
    event.preventDefault();
    copy(textOf(link.dataset.copyFrom)).then((done) => { if (!done) location.assign(link.href); });
  } else if (link.dataset.copy) {
    const source = byId(link.dataset.copy);
    copy(source.value ?? source.textContent);
  } else if (link.dataset.dialog) {
    event.preventDefault();
    openDialog(link);
  } else if (link.dataset.open) {
    byId(link.dataset.open).showModal();
  } else if (link.closest("dialog") !== null) {
    event.preventDefault();
    link.closest("dialog").close();
  }
});

// --- A page in a dialog ------------------------------------------------------------------------------------------------
function openDialog(link) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-label", link.textContent.trim());
  dialog.addEventListener("close", () => { dialog.remove(); link.focus(); });
  document.body.append(dialog);
  htmx.ajax("GET", link.href, { target: dialog, select: "#" + link.dataset.dialog, swap: "innerHTML" })
    .then(() => { if (dialog.childElementCount) dialog.showModal(); else location.assign(link.href); });
}

// --- Dropping and pasting a trace ----------------------------------------------------------------------------------------
const form = byId("upload");
if (form !== null) {
  const trace = byId("trace");
  const text = byId("text");
  const cover = byId("cover");
  let depth = 0;
  const files = (event) => [...(event.dataTransfer?.types ?? [])].includes("Files");
  document.addEventListener("dragenter", (event) => { if (files(event)) { depth += 1; cover.hidden = false; } });
  document.addEventListener("dragleave", (event) => { if (files(event)) { depth = Math.max(0, depth - 1); cover.hidden = depth === 0; } });
  document.addEventListener("dragover", (event) => { if (files(event)) event.preventDefault(); });
  document.addEventListener("drop", (event) => {
    depth = 0;
    cover.hidden = true;
    if (!files(event)) return;
    event.preventDefault();
    const field = event.target.id === "request" ? event.target : trace;
    const kept = new DataTransfer();
    kept.items.add(event.dataTransfer.files[0]);
    field.files = kept.files;
    if (field === trace && text.value.trim() === "") form.requestSubmit();
  });
  document.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain") ?? "";
    if (typing(event.target) || pasted === "") return;
    event.preventDefault();
    text.value = pasted;
    form.querySelector("button.primary").focus();
  });
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("htmx:beforeRequest", (event) => {
    const wrong = tooLarge();
    if (wrong === "") return;
    event.preventDefault();
    problem(wrong);
  });
  form.addEventListener("htmx:xhr:progress", (event) => {
    if (!event.detail.lengthComputable) return;
    byId("sending").hidden = false;
    byId("sending").querySelector("progress").value = 100 * event.detail.loaded / event.detail.total;
  });
  form.addEventListener("htmx:afterRequest", (event) => { if (!event.detail.xhr.getResponseHeader("HX-Redirect")) byId("sending").hidden = true; });
  form.addEventListener("htmx:sendError", () => problem(form.dataset.unreachable));

  function tooLarge() {
    if (trace.files[0]?.size > Number(form.dataset.uploadLimit)) return form.dataset.tooLarge;
    const pasted = new Blob([text.value, byId("request_text").value]).size;
    return pasted > Number(form.dataset.pasteLimit) ? form.dataset.tooLong : "";
  }

  function problem(words) {
    const notice = document.createElement("div");
    notice.className = "notice error";
    notice.setAttribute("role", "alert");
    notice.tabIndex = -1;
    notice.append(Object.assign(document.createElement("p"), { textContent: words }));
    byId("problems").replaceChildren(notice);
    notice.focus();
  }
}

// --- Focus -----------------------------------------------------------------------------------------------------------------
function ready(root) {
  root.querySelectorAll("[data-copy], [data-open], dialog [data-close]").forEach((button) => { button.hidden = false; });
  root.querySelector("[data-focus]")?.focus();
}
document.addEventListener("htmx:afterSettle", (event) => ready(event.detail.elt.isConnected ? event.detail.elt : document));
ready(document);
if (location.hash === "#verdict") byId("verdict")?.focus();

// --- Shortcuts on a report ----------------------------------------------------------------------------------------------------
const keys = byId("keys");
if (keys !== null) {
  const on = byId("keys-on");
  try { on.checked = localStorage.getItem("shortcuts") !== "off"; } catch { on.checked = true; }
  on.addEventListener("change", () => { try { localStorage.setItem("shortcuts", on.checked ? "on" : "off"); } catch { /* kept for this page */ } });
  const moves = { j: 1, k: -1 };
  document.addEventListener("keydown", (event) => {
    if (!on.checked || event.ctrlKey || event.metaKey || event.altKey || typing(event.target) || document.querySelector("dialog[open]")) return;
    const found = [...document.querySelectorAll(".finding")];
    const here = found.findIndex((finding) => finding.contains(document.activeElement));
    if (event.key in moves) {
      found[Math.min(found.length - 1, Math.max(0, here + moves[event.key]))]?.focus();
    } else if (event.key === "c" && here >= 0) {
      found[here].querySelector("[data-copy-link]").click();
    } else if (event.key === "/" && byId("filter-rule") !== null) {
      byId("filter-rule").focus();
    } else if (event.key === "?") {
      keys.showModal();
    } else return;
    event.preventDefault();
  });
}
