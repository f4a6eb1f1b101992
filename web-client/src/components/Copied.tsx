import { useRef, useState } from "preact/hooks";

interface Props {
  readonly title: string;
  readonly text: string;
  /** What stands there while there is no text. */
  readonly none?: string;
  /** Whether it may be long, and scrolls. */
  readonly long?: boolean;
}

/** A text to be copied. A page that is not trusted with the clipboard selects it instead. */
export function Copied({ title, text, none = "", long = false }: Props) {
  const shown = useRef<HTMLPreElement>(null);
  const [said, say] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      say("Copied");
    } catch {
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      say("Selected: press Ctrl-C");
    }
  };
  return (
    <div class="copied">
      <p class="over">
        <strong>{title}</strong>
        <span role="status" class="soft">
          {said}
        </span>
        <button type="button" class="quiet" aria-label={`Copy: ${title}`} disabled={text === ""} onClick={copy}>
          Copy
        </button>
      </p>
      <pre
        ref={shown}
        class={long ? "long" : ""}
        tabIndex={long ? 0 : undefined}
        role={long ? "group" : undefined}
        aria-label={long ? title : undefined}
      >
        {text || none}
      </pre>
    </div>
  );
}
