export type { BotDefence } from './bots/bot-defence.ts'
export type { SignupScreening } from './bots/signup-screening.ts'
export { createDefences, type Defences } from './defences.ts'
export { isUrgentText } from './text/urgent-text.ts'
