import type { INSTRUMENTS } from './instruments.ts'

type Instruments = typeof INSTRUMENTS
export type InstrumentName = keyof Instruments

type NamesOf<Kind extends string> = {
  [Name in InstrumentName]: Instruments[Name]['kind'] extends Kind ? Name : never
}[InstrumentName]

export type CounterName = NamesOf<'counter'>
export type HistogramName = NamesOf<'histogram'>
export type GaugeName = NamesOf<'gauge'>

/** The labels that an instrument needs. A label with a list of values takes only these. */
export type LabelsOf<Name extends InstrumentName> = {
  [Label in keyof Instruments[Name]['labels']]: Instruments[Name]['labels'][Label] extends readonly (infer Value)[]
    ? Value
    : string
}

/** Adds to a counter; 1 by default. */
export type Count = (by?: number) => void
/** Records one value of a histogram. Durations are in seconds. */
export type Observe = (value: number) => void
export type SetGauge = (value: number) => void

/**
 * Where the parts of the server count and time what they do. A caller fetches its counter or histogram once and calls it
 * often: a call costs some ten nanoseconds. Values of members never become labels.
 */
export interface Metrics {
  counter<Name extends CounterName>(name: Name, labels: LabelsOf<Name>): Count
  histogram<Name extends HistogramName>(name: Name, labels: LabelsOf<Name>): Observe
  gauge<Name extends GaugeName>(name: Name, labels: LabelsOf<Name>): SetGauge
}
