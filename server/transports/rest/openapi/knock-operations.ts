import { EXAMPLE } from '#schema/described-model.ts'
import { LIMITS } from '#schema/limits.ts'
import type { KNOCK_ROUTES } from '#schema/routes/knocks.ts'
import type { Operation } from './operation.ts'

const PARAMETER = { id: { example: EXAMPLE.other } }
const GONE = 'The knock was answered, was withdrawn or expired, or is not for the caller.'

export const KNOCK_OPERATIONS: Record<keyof typeof KNOCK_ROUTES, Operation> = {
  listKnocks: {
    tag: 'Knocks',
    description: `Returns the knocks that wait for the caller, newest first, at most ${LIMITS.waitingKnocks}. A knock is the wish of a member to start a chat from a list.`,
  },
  acceptKnock: {
    tag: 'Knocks',
    description:
      'Opens the conversation, delivers the message that waited, and ends the search of the caller. Both members receive `match_found`. Repeating it returns the open conversation.',
    parameters: PARAMETER,
    errors: { NOT_FOUND: GONE },
  },
  declineKnock: {
    tag: 'Knocks',
    description:
      'Declines a knock. The sender learns nothing: to them it waits until it expires. With `forever`, no later knock of this member is shown until it is allowed again.',
    parameters: PARAMETER,
    errors: { NOT_FOUND: GONE },
  },
  allowKnocks: {
    tag: 'Knocks',
    description: 'Shows the knocks of a member again. Succeeds when they were not refused.',
    parameters: { userId: { description: 'The id of the refused member.', example: EXAMPLE.ben } },
  },
}
