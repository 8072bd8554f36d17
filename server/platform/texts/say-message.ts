import { sentenceOf } from '#schema/translatable.ts'
import type { Say } from './texts.ts'

/** Returns an answer with its message in the language of its reader. */
export const sayMessage = <Answer extends { message: string }>(answer: Answer, say: Say): Answer => ({
  ...answer,
  message: say(sentenceOf(answer.message)),
})
