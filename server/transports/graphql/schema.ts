import type { GraphQLSchema } from 'graphql'
import { createBuilder } from './builder.ts'
import { addAccounts } from './types/accounts.ts'
import { addAdmin } from './types/admin.ts'
import { addBells } from './types/bells.ts'
import { addBilling } from './types/billing.ts'
import { addChat } from './types/chat.ts'
import { addEvenings } from './types/evenings.ts'
import { addFigures } from './types/figures.ts'
import { addKeeping, addKeepState } from './types/keeping.ts'
import { addKnocks } from './types/knocks.ts'
import { addLive } from './types/live.ts'
import { addMatching } from './types/matching.ts'
import { addModeration } from './types/moderation.ts'
import { addModerationEnums } from './types/moderation-enums.ts'
import { addNotifications } from './types/notifications.ts'
import { addPasskeys } from './types/passkeys.ts'
import { addPasswords } from './types/passwords.ts'
import { addPeople } from './types/people.ts'
import { addPrivacy } from './types/privacy.ts'
import { addPush } from './types/push.ts'
import { addSafety } from './types/safety.ts'
import { addSecondFactor } from './types/second-factor.ts'
import { addSession } from './types/session.ts'

export function createGraphqlSchema(): GraphQLSchema {
  const builder = createBuilder()
  // Fields without scopes of their own are for members.
  builder.queryType({ description: 'What can be read.', authScopes: { member: true } })
  builder.mutationType({
    description:
      'What can be changed. A mutation that returns a Boolean returns true unless it says otherwise.',
    authScopes: { member: true },
  })
  const people = addPeople(builder)
  const session = addSession(builder, people)
  addAccounts(builder, people, session)
  addPasswords(builder)
  const keepState = addKeepState(builder)
  const chat = addChat(builder, people, keepState)
  const matching = addMatching(builder, chat)
  const knocks = addKnocks(builder, people, chat)
  const keeping = addKeeping(builder, people)
  addLive(builder, { ...chat, ...knocks, ...keeping, ...matching })
  addNotifications(builder)
  const moderation = addModerationEnums(builder)
  addSafety(builder, moderation)
  addPrivacy(builder)
  addBells(builder)
  addPush(builder)
  addSecondFactor(builder)
  addPasskeys(builder)
  addBilling(builder)
  addModeration(builder, addAdmin(builder, people, session), moderation, people.language)
  addEvenings(builder)
  addFigures(builder)
  return builder.toSchema()
}
