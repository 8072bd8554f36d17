import { EXAMPLE } from '#schema/described-model.ts'
import { LIMITS } from '#schema/limits.ts'
import type { KEEPING_ROUTES } from '#schema/routes/keeping.ts'
import { CONVERSATION_PARAMETER, NO_CONVERSATION, type Operation } from './operation.ts'

const MEMBER_PARAMETER = { userId: { description: 'The id of the kept member.', example: EXAMPLE.ben } }

export const KEEPING_OPERATIONS: Record<keyof typeof KEEPING_ROUTES, Operation> = {
  askToKeep: {
    tag: 'Keeping in touch',
    description: `Records that the caller would like to keep in touch with the partner, in a chat and for ${LIMITS.keepHours} hours after it. The partner does not learn of it unless they ask too. When both asked, both receive \`kept\` at the same moment, at a random time within two minutes. The caller sees their own wish as \`keep\` of the conversation; it lapses ${LIMITS.keepHours} hours after the chat.`,
    limits: ['keepByAccount'],
    parameters: CONVERSATION_PARAMETER,
    errors: {
      NOT_FOUND: NO_CONVERSATION,
      CONVERSATION_ENDED: `The chat ended more than ${LIMITS.keepHours} hours ago.`,
      KEEP_LIMIT: `The caller has no premium, and keeps or asked ${LIMITS.keptFree} people.`,
    },
  },
  takeBackKeep: {
    tag: 'Keeping in touch',
    description:
      'Takes the wish of the caller back. Does nothing without one, and when the two keep in touch already.',
    limits: ['keepByAccount'],
    parameters: CONVERSATION_PARAMETER,
    errors: { NOT_FOUND: NO_CONVERSATION },
  },
  listKept: {
    tag: 'Keeping in touch',
    description:
      'Returns the members whom the caller keeps in touch with, the latest active conversation first. Members whose account is closed or suspended are left out.',
    parameters: {
      pageNumber: { description: 'The number of the page; the first is 0.', example: '0' },
      size: { description: 'How many elements a page has.', example: String(LIMITS.maxPageSize) },
    },
  },
  updateKept: {
    tag: 'Keeping in touch',
    description:
      'Changes the note of the caller about a kept member, or whether the caller hides their presence from that member. While one of the two hides it, neither sees that of the other outside of an open chat.',
    limits: ['keepByAccount'],
    parameters: MEMBER_PARAMETER,
    errors: { NOT_FOUND: 'The caller does not keep this member.' },
  },
  letGo: {
    tag: 'Keeping in touch',
    description: 'Ends keeping in touch for both. The other member gets no event and no notification.',
    limits: ['keepByAccount'],
    parameters: MEMBER_PARAMETER,
  },
}
