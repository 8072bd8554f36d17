import * as z from 'zod'
import { type Conversation, type Message, sendMessage, typing } from '#schema/chat.ts'
import { type Builder, loadersOf, memberOf } from './builder.ts'
import { accept } from './input.ts'
import { connectionOf, connectionType, keyedConnectionOf, keyedPlaceOf, placeOf } from './pages.ts'
import type { PeopleTypes } from './people.ts'

const uuid = z.uuid('Not an id')
const idOf = (value: unknown) => accept(z.object({ id: uuid }), { id: value }).id

export function addChat(builder: Builder, { partner }: PeopleTypes) {
  const message = builder.objectRef<Message>('Message').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      conversationId: t.exposeID('conversationId'),
      text: t.exposeString('message'),
      time: t.exposeString('time'),
      senderId: t.exposeID('senderId'),
      senderName: t.exposeString('senderName'),
      read: t.exposeBoolean('read'),
      clearedBy: t.exposeIDList('clearedBy'),
      clientMessageId: t.exposeString('clientMessageId', { nullable: true }),
    }),
  })
  const messages = connectionType(builder, 'Message', message)

  const conversation = builder.objectRef<Conversation>('Conversation').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      partnerId: t.exposeID('partnerId'),
      partnerDisplayName: t.exposeString('partnerDisplayName'),
      partner: t.field({
        type: partner,
        resolve: ({ partnerId }, _, context) => loadersOf(context).partner(partnerId),
      }),
      partnerOnline: t.exposeBoolean('userOnline'),
      /** Whether both are still in it. */
      open: t.boolean({ resolve: ({ userActive, partnerActive }) => userActive && partnerActive }),
      lastMessageTime: t.exposeString('lastMessageTime', { nullable: true }),
      lastMessage: t.exposeString('lastSentMessage', { nullable: true }),
      unreadCount: t.exposeInt('unreadCount'),
      sharedInterests: t.exposeStringList('sharedInterests'),
      messages: t.field({
        type: messages,
        args: { first: t.arg.int({ required: false }), after: t.arg.string({ required: false }) },
        async resolve({ id }, args, context) {
          const place = keyedPlaceOf(args)
          return keyedConnectionOf(await loadersOf(context).messages({ id, ...place }), place)
        },
      }),
    }),
  })
  const conversations = connectionType(builder, 'Conversation', conversation)

  builder.queryFields((t) => ({
    conversations: t.field({
      type: conversations,
      args: { first: t.arg.int({ required: false }), after: t.arg.string({ required: false }) },
      async resolve(_, args, context) {
        const place = placeOf(args)
        return connectionOf(await context.rooms.chat.conversations(memberOf(context), place), place)
      },
    }),
    conversation: t.field({
      type: conversation,
      args: { id: t.arg.id() },
      resolve: (_, { id }, context) => context.rooms.chat.conversation(idOf(id), memberOf(context)),
    }),
  }))

  builder.mutationFields((t) => ({
    startConversation: t.field({
      type: conversation,
      args: { partnerId: t.arg.id() },
      resolve: (_, { partnerId }, context) =>
        context.rooms.search.startFromList({ ...memberOf(context), proven: context.proven }, idOf(partnerId)),
    }),
    sendMessage: t.field({
      type: message,
      args: {
        conversationId: t.arg.id(),
        text: t.arg.string(),
        clientMessageId: t.arg.string({ required: false }),
        /** Contact details are meant to be shared: asked for after CONTACT_DETAILS. */
        confirmed: t.arg.boolean({ defaultValue: false }),
      },
      resolve: (_, { conversationId, text, clientMessageId, confirmed }, context) =>
        context.rooms.chat.send(
          memberOf(context),
          accept(sendMessage, {
            conversationId,
            message: text,
            confirmed,
            ...(clientMessageId ? { clientMessageId } : {}),
          }),
        ),
    }),
    setTyping: t.boolean({
      args: { conversationId: t.arg.id(), isTyping: t.arg.boolean() },
      async resolve(_, { conversationId, isTyping }, context) {
        const { conversationId: id } = accept(typing, { conversationId })
        await context.rooms.chat.setTyping(memberOf(context).id, id, isTyping)
        return isTyping
      },
    }),
    markRead: t.boolean({
      args: { conversationId: t.arg.id() },
      async resolve(_, { conversationId }, context) {
        await context.rooms.chat.markRead(idOf(conversationId), memberOf(context).id)
        return true
      },
    }),
    clearConversation: t.boolean({
      args: { conversationId: t.arg.id() },
      async resolve(_, { conversationId }, context) {
        await context.rooms.chat.clear(idOf(conversationId), memberOf(context).id)
        return true
      },
    }),
    leaveConversation: t.boolean({
      args: {
        conversationId: t.arg.id(),
        /** The page is going away: whoever is back within the grace has not left. */
        unload: t.arg.boolean({ defaultValue: false }),
      },
      async resolve(_, { conversationId, unload }, context) {
        const { resign, resignUnlessBack } = context.rooms.chat
        await (unload ? resignUnlessBack : resign)(idOf(conversationId), memberOf(context).id)
        return true
      },
    }),
  }))

  return { conversation, message }
}

export type ChatTypes = ReturnType<typeof addChat>
