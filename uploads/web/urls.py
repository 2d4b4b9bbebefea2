"""The addresses of the pages."""

from django.urls import path

from uploads.web import again, api_docs, delete, export, mine, owner_key, privacy, raw, result, rules, share, shared, upload

app_name = "web"
urlpatterns = [
    path("", upload.upload, name="upload"),
    path("v/<slug:public_id>/", result.result, name="result"),
    path("v/<slug:public_id>/progress", result.progress, name="progress"),
    path("v/<slug:public_id>/raw/", raw.raw, name="raw"),
    path("v/<slug:public_id>/again/", again.again, name="again"),
    path("v/<slug:public_id>/delete/", delete.delete, name="delete"),
    path("v/<slug:public_id>/markdown/", export.markdown_page, name="markdown"),
    path("v/<slug:public_id>/report.<slug:kind>", export.export, name="export"),
    path("v/<slug:public_id>/share/", share.share, name="share"),
    path("v/<slug:public_id>/shares/<slug:share_id>/revoke/", share.revoke, name="revoke"),
    path("s/<slug:token>/", shared.shared, name="shared"),
    path("s/<slug:token>/raw/", shared.raw, name="shared-raw"),
    path("s/<slug:token>/markdown/", shared.markdown_page, name="shared-markdown"),
    path("s/<slug:token>/report.<slug:kind>", shared.export, name="shared-export"),
    path("mine/", mine.mine, name="mine"),
    path("owner-key/", owner_key.owner_key, name="owner-key"),
    path("owner-key/file/", owner_key.download, name="owner-key-file"),
    path("rules/", rules.rules, name="rules"),
    path("rules/<slug:name>/", rules.rule, name="rule"),
    path("docs/api/", api_docs.api_docs, name="api-docs"),
    path("privacy/", privacy.privacy, name="privacy"),
]
