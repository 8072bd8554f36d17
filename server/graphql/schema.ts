import type { GraphQLSchema } from 'graphql'
import { addAccounts } from './accounts.ts'
import { addAdmin } from './admin.ts'
import { addBilling } from './billing.ts'
import { createBuilder } from './builder.ts'
import { addChat } from './chat.ts'
import { addFigures } from './figures.ts'
import { addLive } from './live.ts'
import { addMatching } from './matching.ts'
import { addModeration } from './moderation.ts'
import { addModerationEnums } from './moderation-enums.ts'
import { addNotifications } from './notifications.ts'
import { addPasswords } from './passwords.ts'
import { addPeople } from './people.ts'
import { addPrivacy } from './privacy.ts'
import { addSafety } from './safety.ts'
import { addSecondFactor } from './second-factor.ts'
import { addSession } from './session.ts'

export function createGraphqlSchema(): GraphQLSchema {
  const builder = createBuilder()
  // What says nothing else is for members.
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
  const chat = addChat(builder, people)
  addMatching(builder, chat)
  addLive(builder, chat)
  addNotifications(builder)
  const moderation = addModerationEnums(builder)
  addSafety(builder, moderation)
  addPrivacy(builder)
  addSecondFactor(builder)
  addBilling(builder)
  addModeration(builder, addAdmin(builder, people, session), moderation)
  addFigures(builder)
  return builder.toSchema()
}
