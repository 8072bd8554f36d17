export type { BotDefence } from './bots/bot-defence.ts'
export type { SignupScreening } from './bots/signup-screening.ts'
export { createDefences, type Defences } from './create-defences.ts'
export type { MessageFilter } from './text/message-filter.ts'
