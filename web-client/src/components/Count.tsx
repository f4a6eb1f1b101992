import { useId } from "preact/hooks";

interface Props {
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  /** What is proposed. */
  readonly usual: readonly string[];
  readonly choose: (value: string) => void;
}

/** A whole number: one of the usual, or any other. */
export function Count({ label, value, least, most, usual, choose }: Props) {
  const list = useId();
  return (
    <label class="choice">
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        list={list}
        min={least}
        max={most}
        required
        value={value}
        onChange={(event) => {
          if (event.currentTarget.checkValidity()) choose(event.currentTarget.value);
        }}
      />
      <datalist id={list}>
        {usual.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </label>
  );
}
