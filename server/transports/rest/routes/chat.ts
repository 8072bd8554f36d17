import { ROUTES } from '#schema/routes.ts'
import { text } from '#schema/translatable.ts'
import type { Domains } from '#server/domains/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import { type AddRoute, answer } from '#server/transports/rest/route-handler.ts'

const NOT_THE_CALLER = text('This page belongs to another account.')
const done = answer(200, { success: true })

export function addChatRoutes(add: AddRoute, domains: Domains) {
  const { chat, nearby, search } = domains
  add(ROUTES.startConversation, async ({ member, body, hasProofOfWork }) =>
    answer(200, await search.startFromList({ ...member, hasProofOfWork }, body.secondUser)),
  )

  add(ROUTES.listNearby, async ({ member, body }) => answer(200, await nearby.list(member, body)))

  add(ROUTES.listMessages, async ({ member, body }) => answer(200, await chat.messages(member, body)))

  add(ROUTES.listConversations, async ({ member, body }) =>
    answer(200, await chat.conversations(member, body)),
  )

  add(ROUTES.currentConversation, async ({ member, params }) =>
    answer(200, await chat.conversation(params.id, member)),
  )

  add(ROUTES.setTyping, async ({ member, params, body }) => {
    await chat.setTyping(member.id, { ...body, isTyping: params.isTyping === 'true' })
    return done
  })

  add(ROUTES.markDelivered, async ({ member, params }) => {
    await chat.markDelivered(params.id, member.id)
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
    const openedAt = query.openedAt ? new Date(query.openedAt) : undefined
    if (query.unload === 'true') await chat.resignUnlessBack(params.id, member.id, openedAt)
    else await chat.resign(params.id, member.id, openedAt)
    return done
  })

  add(ROUTES.disconnect, async ({ member, params, body }) => {
    assertOwnPage(body.userId, member.id)
    await chat.resignUnlessBack(params.id, member.id)
    return done
  })

  add(ROUTES.getPartner, async ({ member, params }) =>
    answer(200, await chat.partner(member.id, params.partnerId)),
  )

  addSafetyRoutes(add, domains)
}

function addSafetyRoutes(add: AddRoute, { moderation }: Pick<Domains, 'moderation'>) {
  add(ROUTES.reportUser, async ({ member, body }) => {
    await moderation.report({
      reporterId: member.id,
      reportedId: body.reportedUserId,
      reason: body.reason,
      category: body.category,
      isNewAccount: member.isNewAccount,
    })
    return done
  })

  add(ROUTES.blockUser, async ({ member, body }) => {
    await moderation.block(member.id, body.userId)
    return done
  })

  add(ROUTES.unblockUser, async ({ member, params }) => {
    await moderation.unblock(member.id, params.userId)
    return done
  })
}

/** A page of an account that has logged out since must not end a chat of this one. @throws ApiError INVALID */
function assertOwnPage(userId: string | undefined, callerId: string) {
  if (userId !== undefined && userId.toLowerCase() !== callerId)
    throw new ApiError('INVALID', NOT_THE_CALLER, { fields: { userId: NOT_THE_CALLER } })
}
