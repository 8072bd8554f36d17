export type { DataExport } from './exports.ts'
export { type ColumnRule, KEPT_RULES, PERSONAL_DATA } from './personal-data/index.ts'
export { createPrivacy, type Privacy } from './privacy.ts'
export { repeatErasures } from './repeat-erasures.ts'
