import type { GraphQLSchema } from 'graphql'
import { addAdmin } from './admin.ts'
import { addBilling } from './billing.ts'
import { createBuilder } from './builder.ts'
import { addChat } from './chat.ts'
import { addLive } from './live.ts'
import { addMatching } from './matching.ts'
import { addModeration } from './moderation.ts'
import { addNotifications } from './notifications.ts'
import { addPeople } from './people.ts'
import { addSafety } from './safety.ts'

export function createGraphqlSchema(): GraphQLSchema {
  const builder = createBuilder()
  // What says nothing else is for members.
  builder.queryType({ authScopes: { member: true } })
  builder.mutationType({ authScopes: { member: true } })
  const chat = addChat(builder)
  addMatching(builder, chat)
  addLive(builder, chat)
  addNotifications(builder)
  addPeople(builder)
  addBilling(builder)
  addSafety(builder)
  addModeration(builder, addAdmin(builder))
  return builder.toSchema()
}
