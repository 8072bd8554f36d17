import { ROUTES } from '#schema/routes.ts'
import type { AddRoute } from './guard.ts'
import type { RoomsForRest } from './rooms.ts'

const done = { status: 200, body: { success: true } } as const

export function addChatRoutes(add: AddRoute, { chat, safety, matching }: RoomsForRest) {
  add(ROUTES.sendMessage, async ({ member, body }) => ({ status: 200, body: await chat.send(member, body) }))

  add(ROUTES.listMessages, async ({ member, body }) => ({ status: 200, body: await chat.messages(member.id, body) }))

  add(ROUTES.listConversations, async ({ member, body }) => ({
    status: 200,
    body: await chat.conversations(member.id, body),
  }))

  add(ROUTES.currentConversation, async ({ member, params }) => ({
    status: 200,
    body: await chat.conversation(params.id, member.id),
  }))

  add(ROUTES.setTyping, async ({ member, params, body }) => {
    await chat.setTyping(member.id, body.conversationId, params.isTyping === 'true')
    return done
  })

  add(ROUTES.markRead, async ({ member, params }) => {
    await chat.markRead(params.id, member.id)
    return done
  })

  add(ROUTES.clearConversation, async ({ member, params }) => {
    await chat.clear(params.id, member.id)
    return done
  })

  add(ROUTES.resign, async ({ member, params, query }) => {
    if (query.unload === 'true') await chat.resignUnlessBack(params.id, member.id)
    else {
      await chat.resign(params.id, member.id)
      await matching.clearResult(member.id)
    }
    return done
  })

  add(ROUTES.disconnect, async ({ member, params }) => {
    await chat.resignUnlessBack(params.id, member.id)
    return done
  })

  add(ROUTES.getPartner, async ({ member, params }) => ({
    status: 200,
    body: await chat.partner(member.id, params.partnerId),
  }))

  add(ROUTES.reportUser, async ({ member, body }) => {
    await safety.report(member.id, body.reportedUserId, body.reason)
    return done
  })
}
