from validation.examples import Wire, chunk, jsonl, stream
from validation.facts.streams import Stream
from validation.finding import Findings, found
from validation.profiles import row
from validation.rule import NUMBER, PLACE, Texts, rule


def _whole(**choice: object) -> Wire:
    return chunk(choices=[{"index": 0, "message": {"role": "assistant", "content": "Four degrees."}, "finish_reason": None, **choice}])


@rule(
    "CHK215",
    judges=Stream,
    unusual=True,
    letters={"": row("warning", openai_strict="error", permissive="info"), "mirror": row("info")},
    params={"chunk": PLACE, "times": NUMBER},
    says="Chunk {chunk} carries a whole `message`, although the stream sends deltas (×{times}).",
    expected="deltas only",
    actual="a whole message",
    why="A client that reads `message` as well as `delta` shows the answer twice; a strict one drops the frame and the usage with it.",
    fix="Server: send deltas only, and the usage on a chunk with empty `choices`. Client: in a stream read `delta` and nothing else.",
    variants={
        "mirror": Texts(
            says="A `message` stands beside the delta, from chunk {chunk} on, and only holds what the delta holds (×{times}).",
            expected="deltas only",
            actual="each text in a delta and in a message",
            why="It doubles the size of the stream. No measured client was misled, but one that reads both shows every word twice.",
            fix="Server: leave `message` out of chunks. Client: in a stream read `delta` and nothing else.",
        ),
    },
    bad=[
        jsonl(
            chunk({"role": "assistant"}), chunk({"content": "Four degrees."}), chunk({}, finish="stop"),
            {**_whole(finish_reason="stop"), "object": "chat.completion"}, note="the whole answer once more at the end",
        ),
        stream({"content": "Four"}, _whole(delta={"content": " degrees."}), finish="stop", note="the text so far beside a delta"),
        stream(_whole(delta={"content": "Four degrees."}), finish="stop", note="the delta once more (variant: mirror)"),
    ],
    good=[stream({"content": "Four degrees."}, finish="stop")],
    also=["object-wrong"],
    see=["GCWing/OpenBitFun#792", "ENTERPILOT/GoModel#1068", "microsoft/foundry-local#144"],
    breaks=["clients that read `message.content` as well; both official SDKs, LangChain and the AI SDK pass over it"],
)  # fmt: skip
def message_frame_in_stream(stream: Stream) -> Findings:
    """A whole message stands in the stream.

    Some servers end a stream with the complete answer once more. A `message` beside every delta that only mirrors it, as Foundry Local
    sends it, is the variant `mirror`.
    """
    whole, mirror = stream.messages_beside, stream.mirrors
    seen = whole or mirror
    if seen is not None:
        yield found(
            stream, seen.first, variant="" if whole else "mirror", count=seen.count, chunk=seen.first.chunk, times=seen.count
        )  # fmt: skip
