/** A sentence in which a command stands between backticks. */
export function Told({ text }: { readonly text: string }) {
  return <>{text.split("`").map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}</>;
}
