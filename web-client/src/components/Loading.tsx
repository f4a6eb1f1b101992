/** What stands where data is on its way and nothing is there yet. */
export function Loading() {
  return (
    <div aria-busy={true}>
      <p class="soft" role="status">
        Loading.
      </p>
    </div>
  );
}
