export type { DataExport } from './exports.ts'
export { type ColumnRule, KEPT_RULES, type KeptRule, PERSONAL_DATA } from './personal-data/index.ts'
export { createPrivacy, type Privacy } from './privacy.ts'
export { type RepeatedErasures, repeatErasures } from './repeat-erasures.ts'
