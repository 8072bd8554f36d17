export { createEvenings, type Evenings } from './evenings.ts'
