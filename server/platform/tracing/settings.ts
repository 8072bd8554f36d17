/** Where traces are sent, and how many. */
export interface TracingSettings {
  /** The address of the collector's OTLP endpoint for traces. */
  url: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** The share of the requests that are traced, from 0 to 1. */
  ratio: number
  /** How often spans are sent, and how long that may take, in milliseconds; by default 5 seconds each. */
  exportEvery?: number
  exportWithin?: number
}
