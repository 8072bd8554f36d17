import { NODE, POSTGRES, REDIS, valuesOf } from './parameters.ts'

/** What the parts of an installation cost, without the sources of the figures. */
export const node = valuesOf(NODE)
export const postgres = valuesOf(POSTGRES)
export const redis = valuesOf(REDIS)
