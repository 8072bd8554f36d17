import type { GraphQLSchema } from 'graphql'
import { addAdmin } from './admin.ts'
import { addBilling } from './billing.ts'
import { createBuilder } from './builder.ts'
import { addChat } from './chat.ts'
import { addLive } from './live.ts'
import { addMatching } from './matching.ts'
import { addPeople } from './people.ts'
import { addPrivacy } from './privacy.ts'

export function createGraphqlSchema(): GraphQLSchema {
  const builder = createBuilder()
  // What says nothing else is for members.
  builder.queryType({ authScopes: { member: true } })
  builder.mutationType({ authScopes: { member: true } })
  const chat = addChat(builder)
  addMatching(builder, chat)
  addLive(builder, chat)
  addPeople(builder)
  addPrivacy(builder)
  addBilling(builder)
  addAdmin(builder)
  return builder.toSchema()
}
