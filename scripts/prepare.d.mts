import type { BuildInputs } from './build-inputs.mjs'

type Part = 'client' | 'web' | 'desktop'
export const PARTS: Readonly<Record<Part, { reads: BuildInputs }>>
export function prepare(name: Part): void
