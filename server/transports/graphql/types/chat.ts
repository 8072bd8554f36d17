import * as z from 'zod'
import { conversationModel, messageModel, sendMessageModel } from '#schema/chat.fields.ts'
import { type Conversation, type Message, sendMessage, typing } from '#schema/chat.ts'
import { TIMING } from '#schema/limits.ts'
import { LEFT_OPENING, OPERATION_TEXTS } from '#schema/operations.fields.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, loadersOf, memberOf } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import {
  connectionOf,
  connectionType,
  keyedConnectionOf,
  keyedPlaceOf,
  pageArgs,
  placeOf,
} from '#server/transports/graphql/pages.ts'
import type { addKeepState } from './keeping.ts'
import type { PeopleTypes } from './people.ts'

const uuid = z.uuid('Not an id')
const idOf = (value: unknown) => validate(z.object({ id: uuid }), { id: value }).id

export function addChat(
  builder: Builder,
  { partner }: PeopleTypes,
  keepState: ReturnType<typeof addKeepState>,
) {
  const message = addMessage(builder)
  const messages = connectionType(builder, 'Message', { node: message, entries: 'messages' })
  const conversation = addConversation(builder, { partner, keepState, messages })
  const conversations = connectionType(builder, 'Conversation', {
    node: conversation,
    entries: 'conversations',
  })
  addChatQueries(builder, { conversations, conversation })
  addSending(builder, { message })
  addConversationChanges(builder, { conversation })
  return { conversation, message }
}

const addMessage = (builder: Builder) =>
  builder.objectRef<Message>('Message').implement({
    description: messageModel.description,
    fields: (t) => modelFields(t, messageModel, { names: { message: 'text' }, types: { id: 'ID' } }),
  })

const addConversation = (
  builder: Builder,
  {
    partner,
    keepState,
    messages,
  }: {
    partner: PeopleTypes['partner']
    keepState: ReturnType<typeof addKeepState>
    messages: ReturnType<typeof connectionType<Message>>
  },
) =>
  builder.objectRef<Conversation>('Conversation').implement({
    description: conversationModel.description,
    fields: (t) => ({
      ...modelFields(t, conversationModel, {
        omit: ['userId', 'userDisplayName', 'name', 'userActive', 'partnerActive'],
        names: { userOnline: 'partnerOnline', lastSentMessage: 'lastMessage' },
        types: { keep: keepState },
      }),
      partner: t.field({
        type: partner,
        description: 'The profile of the partner.',
        resolve: ({ partnerId }, _, context) => loadersOf(context).partner(partnerId),
      }),
      open: t.boolean({
        description: 'Whether both members are still in the conversation.',
        resolve: ({ userActive, partnerActive }) => userActive && partnerActive,
      }),
      messages: t.field({
        type: messages,
        description: OPERATION_TEXTS.listMessages,
        args: pageArgs(t.arg),
        async resolve({ id }, args, context) {
          const place = keyedPlaceOf(args)
          return keyedConnectionOf(await loadersOf(context).messages({ id, ...place }), place)
        },
      }),
    }),
  })

function addChatQueries(
  builder: Builder,
  {
    conversations,
    conversation,
  }: {
    conversations: ReturnType<typeof connectionType<Conversation>>
    conversation: ReturnType<typeof addConversation>
  },
) {
  builder.queryFields((t) => ({
    conversations: t.field({
      type: conversations,
      description: OPERATION_TEXTS.listConversations,
      args: pageArgs(t.arg),
      async resolve(_, args, context) {
        const place = placeOf(args)
        return connectionOf(await context.domains.chat.conversations(memberOf(context), place), place)
      },
    }),
    conversation: t.field({
      type: conversation,
      description: 'One conversation of the caller.',
      args: { id: t.arg.id() },
      resolve: (_, { id }, context) => context.domains.chat.conversation(idOf(id), memberOf(context)),
    }),
  }))
}

function addSending(builder: Builder, { message }: { message: ReturnType<typeof addMessage> }) {
  builder.mutationFields((t) => ({
    sendMessage: t.field({
      type: message,
      description: OPERATION_TEXTS.sendMessage,
      args: {
        conversationId: t.arg.id(),
        text: t.arg.string({ description: sendMessageModel.fields.message }),
        clientMessageId: t.arg.string({
          required: false,
          description: sendMessageModel.fields.clientMessageId,
        }),
        confirmed: t.arg.boolean({
          defaultValue: false,
          description: sendMessageModel.fields.confirmed,
        }),
      },
      resolve: (_, { conversationId, text, clientMessageId, confirmed }, context) =>
        context.domains.chat.send(
          memberOf(context),
          validate(sendMessage, {
            conversationId,
            message: text,
            confirmed,
            ...(clientMessageId ? { clientMessageId } : {}),
          }),
        ),
    }),
    setTyping: t.boolean({
      description: `${OPERATION_TEXTS.setTyping} Returns \`isTyping\`.`,
      args: {
        conversationId: t.arg.id(),
        isTyping: t.arg.boolean(),
      },
      async resolve(_, { conversationId, isTyping }, context) {
        const { conversationId: id } = validate(typing, { conversationId })
        await context.domains.chat.setTyping(memberOf(context).id, { conversationId: id, isTyping })
        return isTyping
      },
    }),
  }))
}

function addConversationChanges(
  builder: Builder,
  { conversation }: { conversation: ReturnType<typeof addConversation> },
) {
  builder.mutationFields((t) => ({
    startConversation: t.field({
      type: conversation,
      description: OPERATION_TEXTS.startConversation,
      args: { partnerId: t.arg.id() },
      resolve: (_, { partnerId }, context) =>
        context.domains.search.startFromList(
          { ...memberOf(context), hasProofOfWork: context.hasProofOfWork },
          idOf(partnerId),
        ),
    }),
    markDelivered: t.boolean({
      description: OPERATION_TEXTS.markDelivered,
      args: { conversationId: t.arg.id() },
      async resolve(_, { conversationId }, context) {
        await context.domains.chat.markDelivered(idOf(conversationId), memberOf(context).id)
        return true
      },
    }),
    markRead: t.boolean({
      description: OPERATION_TEXTS.markRead,
      args: { conversationId: t.arg.id() },
      async resolve(_, { conversationId }, context) {
        await context.domains.chat.markRead(idOf(conversationId), memberOf(context).id)
        return true
      },
    }),
    clearConversation: t.boolean({
      description: OPERATION_TEXTS.clearConversation,
      args: { conversationId: t.arg.id() },
      async resolve(_, { conversationId }, context) {
        await context.domains.chat.clear(idOf(conversationId), memberOf(context).id)
        return true
      },
    }),
    leaveConversation: t.boolean({
      description: 'Ends the conversation for both members.',
      args: {
        conversationId: t.arg.id(),
        unload: t.arg.boolean({
          defaultValue: false,
          description: `Send true when a page unloads: the conversation continues if the caller is back within ${TIMING.leaveGrace / 1000} seconds.`,
        }),
        openedAt: t.arg({ type: 'DateTime', required: false, description: LEFT_OPENING }),
      },
      async resolve(_, { conversationId, unload, openedAt }, context) {
        const { resign, resignUnlessBack } = context.domains.chat
        const leave = unload ? resignUnlessBack : resign
        await leave(idOf(conversationId), memberOf(context).id, openedAt ?? undefined)
        return true
      },
    }),
  }))
}

export type ChatTypes = ReturnType<typeof addChat>
