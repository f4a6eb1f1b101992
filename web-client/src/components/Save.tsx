interface Props {
  readonly name: string;
  readonly words: string;
  readonly make: () => string;
}

/** Saves what is shown as a file. */
export function Save({ name, words, make }: Props) {
  const save = () => {
    const url = URL.createObjectURL(new Blob([make()], { type: "text/csv;charset=utf-8" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = name;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" class="quiet" onClick={save}>
      {words}
    </button>
  );
}
