export interface SpanOptions {
  kind?: 'internal' | 'server' | 'client' | 'producer' | 'consumer'
  /** Names of our own code and numbers, never values of members. */
  attributes?: Readonly<Record<string, string | number>>
}

/** A span that has begun. */
export interface OpenSpan {
  set(attribute: string, value: string | number): void
  /** Runs work whose spans are children of this one. */
  run<Result>(work: () => Result): Result
  /** Ends the span. Of an error only its kind is recorded, because its message may name a member. */
  end(error?: unknown): void
}

/** A place in a trace, kept for work that continues it later. Only the tracing that returned it reads it. */
export type TracePlace = object

/** Records what a request causes, across the parts of the server and across nodes. */
export interface Tracing {
  /** Starts a trace, or continues that of a W3C `traceparent`. */
  startTrace(name: string, traceparent: string | null, options?: SpanOptions): OpenSpan
  /** Starts a span of the current trace; null outside of a trace. */
  start(name: string, options?: SpanOptions): OpenSpan | null
  /** Starts a span of the trace of a `traceparent` that another node sent; null when it is not valid. */
  startFrom(name: string, traceparent: string, options?: SpanOptions): OpenSpan | null
  /** Runs work in a span of the current trace, which ends with it. */
  within<Result>(name: string, work: () => Promise<Result>, options?: SpanOptions): Promise<Result>
  /** Returns the current place, for `joined`. */
  here(): TracePlace | null
  /** Runs work that several traces wait for: in a span of the first one, which links to the others. */
  joined<Result>(
    name: string,
    items: readonly { place: TracePlace | null }[],
    work: () => Promise<Result>,
  ): Promise<Result>
  /** Names the request of the current trace after the template of its route. */
  route(method: string, route: string): void
  /** Returns the `traceparent` of the current place; null outside of a trace that is recorded. */
  header(): string | null
}

const NO_SPAN: OpenSpan = { set: () => undefined, run: (work) => work(), end: () => undefined }

/** Records nothing, for servers without a collector. The OpenTelemetry libraries are not loaded. */
export const NO_TRACING: Tracing = {
  startTrace: () => NO_SPAN,
  start: () => null,
  startFrom: () => null,
  within: (_, work) => work(),
  here: () => null,
  joined: (_, __, work) => work(),
  route: () => undefined,
  header: () => null,
}
