export { type Bells, createBells } from './bells.ts'
