/** What happened, why, and what to do; thrown by everything here. */
export class Failed extends Error {
  readonly why: string;
  readonly todo: string;
  /** What the server answered, where it answered at all. */
  readonly status: number | undefined;

  constructor(what: string, why: string, todo: string, status?: number) {
    super(what);
    this.why = why;
    this.todo = todo;
    this.status = status;
  }
}

/** What a site of files has not: to ask again would change nothing. */
export class Absent extends Failed {}
