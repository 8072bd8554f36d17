import { t } from '@lingui/core/macro'
import type { Api } from '../../data/api.ts'
import { ApiFailure, isReportedAlready } from '../../data/failure.ts'
import type { PushTarget } from '../../data/push-target.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { ToastStore } from '../toasts.ts'

interface OpenTargetDeps {
  api: Api
  chat: Pick<ChatMachine, 'getState' | 'open'>
  toasts: Pick<ToastStore, 'show'>
  navigate(path: string): void
}

/** Opens what a notification leads to: a conversation, or a page of the app. */
export async function openPushTarget(
  { api, chat, toasts, navigate }: OpenTargetDeps,
  { path, conversationId }: PushTarget,
): Promise<void> {
  navigate(conversationId ? '/' : path)
  if (!conversationId) return
  const state = chat.getState()
  // Opening the current conversation brings it in front of the home screen.
  if (state.phase === 'matched' && state.conversation.id === conversationId)
    return chat.open(state.conversation)
  try {
    const { data } = await api.call('currentConversation', { params: { id: conversationId } })
    chat.open(data)
  } catch (error) {
    if (isReportedAlready(error)) return
    const isGone = error instanceof ApiFailure && error.status === 404
    toasts.show({
      title: isGone ? t`This chat no longer exists` : t`We couldn't open the chat`,
      ...(isGone ? {} : { description: t`Please try again.` }),
      variant: 'destructive',
    })
  }
}
