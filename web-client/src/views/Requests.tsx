import { Copied } from "../components/Copied";
import type { Side } from "../trying/course";

/** Each server's request as a line for a shell, and its last answer as it came. */
export function Requests({ sides }: { readonly sides: readonly Side[] }) {
  const servers = sides.filter((side) => side.curl !== undefined);
  if (servers.length === 0) return null;
  return (
    <section class="requests" aria-labelledby="requests">
      <h2 id="requests">The same by hand</h2>
      <div class="pair">
        {servers.map((side) => (
          <div key={side.name}>
            <Copied title={`A slice of ${side.name} as curl`} text={side.curl ?? ""} />
            <Copied long title={`${side.name}'s last answer`} text={side.raw ?? ""} none="No answer yet." />
          </div>
        ))}
      </div>
    </section>
  );
}
