import { t } from '@lingui/core/macro'
import type { Conversation } from '#schema/chat.ts'
import type { KeepState } from '#schema/kept.ts'
import type { Api } from '../../data/api.ts'
import { ApiFailure, isReportedAlready, messageOf } from '../../data/failure.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { ToastInput, ToastStore } from '../toasts.ts'

export interface ChangeKeepDeps {
  api: Api
  chat: Pick<ChatMachine, 'showKeep'>
  toasts: Pick<ToastStore, 'show'>
}

/**
 * Asks to keep in touch with the partner of a conversation, or takes that back. The conversation shows it at once, and shows
 * the earlier state again when the server refuses or cannot be reached.
 */
export async function changeKeep(
  { api, chat, toasts }: ChangeKeepDeps,
  { id, keep = 'NO' }: Pick<Conversation, 'id' | 'keep'>,
  wanted: Exclude<KeepState, 'KEPT'>,
) {
  chat.showKeep(id, wanted)
  try {
    await api.call(wanted === 'ASKED' ? 'askToKeep' : 'takeBackKeep', { params: { id } })
    toasts.show(doneText(wanted))
  } catch (error) {
    chat.showKeep(id, keep)
    if (!isReportedAlready(error)) toasts.show(refusalText(error))
  }
}

const doneText = (wanted: KeepState): ToastInput =>
  wanted === 'ASKED'
    ? { title: t`You'd like to keep in touch`, description: t`They'll only know if they'd like to as well.` }
    : { title: t`You took it back`, description: t`They weren't told.` }

function refusalText(error: unknown): ToastInput {
  const description = messageOf(error, t`Please try again.`)
  if (error instanceof ApiFailure && error.code === 'KEEP_LIMIT')
    return { title: t`Your list is full`, description, duration: 10_000 }
  return { title: t`We couldn't save this`, description, variant: 'destructive' }
}
