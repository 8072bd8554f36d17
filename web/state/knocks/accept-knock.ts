import { t } from '@lingui/core/macro'
import type { Knock } from '#schema/knocks.ts'
import type { Api } from '../../data/api.ts'
import { ApiFailure, isReportedAlready, messageOf } from '../../data/failure.ts'
import { chatStarted } from '../chat/about-conversation.ts'
import type { ChatSwitch } from '../chat/chat-switch.ts'
import type { ToastStore } from '../toasts.ts'
import type { Knocks } from './knocks.ts'

export interface AnswerDeps {
  api: Api
  knocks: Pick<Knocks, 'remove' | 'restore'>
  chatSwitch: Pick<ChatSwitch, 'replace'>
  toasts: Pick<ToastStore, 'show'>
}

/** Whether the knock has ended: it was withdrawn or has expired, or another device has answered it. */
export const isKnockGone = (error: unknown) => error instanceof ApiFailure && error.status === 404

/** Accepts a knock and opens the chat. Shows the reason in a toast when it cannot be opened. */
export async function acceptKnock({ api, knocks, chatSwitch, toasts }: AnswerDeps, knock: Knock) {
  try {
    const { data } = await api.call('acceptKnock', { params: { id: knock.id } })
    knocks.remove(knock.id)
    chatSwitch.replace(data)
    toasts.show(chatStarted(knock.displayName))
  } catch (error) {
    if (isKnockGone(error)) {
      knocks.remove(knock.id)
      return toasts.show({ title: messageOf(error, t`This invitation is no longer open.`) })
    }
    if (isReportedAlready(error)) return
    toasts.show({
      title: t`We couldn't open the chat`,
      description: messageOf(error, t`Please try again.`),
      variant: 'destructive',
    })
  }
}
