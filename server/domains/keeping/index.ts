export { createKeeping, type Keeping } from './keeping.ts'
