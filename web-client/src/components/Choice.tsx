interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, words: string])[];
  /** Whether a narrow screen gives it a line of its own. */
  readonly wide?: boolean;
  readonly choose: (value: string) => void;
}

/** A filter: one of these. */
export function Choice({ label, value, options, wide, choose }: Props) {
  // An address may name what is not here; then the list says so, and is not blank.
  const here = options.some(([name]) => name === value);
  const all = here ? options : [[value, `${value} (not here)`] as const, ...options];
  return (
    <label class={wide ? "choice wide" : "choice"}>
      <span>{label}</span>
      <select value={value} disabled={all.length < 2} onChange={(event) => choose(event.currentTarget.value)}>
        {all.map(([name, words]) => (
          <option key={name} value={name} selected={name === value}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}
