import type { Saved } from "../model/saved";
import { csv } from "../model/csv";

type Content = string | ArrayBuffer | Blob;

interface Props {
  readonly name: string;
  readonly words: string;
  readonly type: string;
  readonly make: () => Content | Promise<Content>;
}

/** Saves what is shown as a file. */
function Save({ name, words, type, make }: Props) {
  const save = async () => {
    const url = URL.createObjectURL(new Blob([await make()], { type }));
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

interface RowsProps {
  /** The file's name, but for its ending. */
  readonly name: string;
  readonly what: string;
  readonly make: () => Saved;
}

/** Saves rows; who writes Parquet is loaded when somebody asks for it. */
export function SaveRows({ name, what, make }: RowsProps) {
  const asParquet = async () => (await import("./parquet")).parquet(make());
  return (
    <>
      <Save name={`${name}.csv`} words={`Save ${what} as CSV`} type="text/csv;charset=utf-8" make={() => csv(make())} />{" "}
      <Save
        name={`${name}.parquet`}
        words={`Save ${what} as Parquet`}
        type="application/vnd.apache.parquet"
        make={asParquet}
      />
    </>
  );
}

interface PictureProps {
  /** The file's name, but for its ending. */
  readonly name: string;
  readonly make: () => string;
}

/** How many pixels of a PNG stand for one of the picture. */
const DENSITY = 2;

/** Saves a picture that is made as SVG. */
export function SavePicture({ name, make }: PictureProps) {
  return (
    <>
      <Save name={`${name}.svg`} words="Save as SVG" type="image/svg+xml" make={make} />{" "}
      <Save name={`${name}.png`} words="Save as PNG" type="image/png" make={() => png(make())} />
    </>
  );
}

async function png(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = DENSITY * image.width;
  canvas.height = DENSITY * image.height;
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png");
  });
}
