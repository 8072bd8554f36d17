import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import type { Api } from '../../data/api.ts'
import { ApiFailure, isReportedAlready } from '../../data/failure.ts'
import { retryUntilDone } from '../retry.ts'
import type { SessionStore } from '../session/session.ts'
import type { ToastInput, ToastStore } from '../toasts.ts'
import { chatStarted, isWaiting } from './about-conversation.ts'
import type { ChatMachine } from './chat-machine.ts'

export interface StartChatDeps {
  api: Api
  session: Pick<SessionStore, 'getState' | 'refresh'>
  chat: Pick<ChatMachine, 'open'>
  toasts: Pick<ToastStore, 'show'>
}

export interface ListedPerson {
  id: string
  displayName: string
}

/**
 * Returns a function that opens a chat with a listed person and makes it the current one. Unless the person had asked
 * first, the chat waits until they accept. On failure it shows the reason in a toast (spec §8) and returns null.
 */
export function createStartChat({ api, session, chat, toasts }: StartChatDeps) {
  const refuse = (toast: ToastInput) => {
    toasts.show({ variant: 'destructive', ...toast })
    return null
  }

  return async ({ id, displayName }: ListedPerson): Promise<Conversation | null> => {
    if (!id) {
      return refuse({
        title: t`Error creating conversation`,
        description: t`Could not start conversation due to missing data. Please try again.`,
      })
    }
    if (!session.getState().user?.emailVerified) await session.refresh().catch(() => undefined)
    if (!session.getState().user?.emailVerified) {
      return refuse({
        title: t`Email verification required`,
        description: t`Please verify your email address before starting chats. Check your inbox for the verification link.`,
      })
    }
    let conversation: Conversation
    try {
      conversation = (await api.call('startConversation', { body: { secondUser: id } })).data
    } catch (error) {
      return isReportedAlready(error) ? null : refuse(reasonOf(error))
    }
    chat.open(conversation)
    const { id: conversationId } = conversation
    retryUntilDone('Marking the conversation as read', (signal) =>
      api.call('markRead', { params: { id: conversationId }, signal }),
    )
    // The screen of a chat that waits says so itself.
    if (!isWaiting(conversation)) toasts.show(chatStarted(displayName))
    return conversation
  }
}

function reasonOf(error: unknown): ToastInput {
  if (error instanceof ApiFailure && error.code === 'UNREADABLE') {
    return {
      title: t`Error starting chat`,
      description: t`Received invalid data from server. Please try again.`,
    }
  }
  if (error instanceof ApiFailure && error.code === 'KNOCK_TOO_SOON')
    return { title: t`Not yet`, description: error.message, variant: 'default', duration: 10_000 }
  const refused = error instanceof ApiFailure && error.code !== 'NETWORK'
  return {
    title: t`Failed to start chat`,
    description: refused
      ? error.message
      : t`There was a problem connecting with this user. Please try again.`,
  }
}
