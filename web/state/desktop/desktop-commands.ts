import { t } from '@lingui/core/macro'
import type { DesktopBridge, DesktopMessage } from '#schema/desktop.ts'
import type { Api } from '../../data/api.ts'
import { messageOf } from '../../data/failure.ts'
import { shownName } from '../../i18n/shown-name.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import type { ChatMachine } from '../chat/chat-machine.ts'
import type { ChatSwitch } from '../chat/chat-switch.ts'
import type { Knocks } from '../knocks/knocks.ts'
import { retryUntilDone } from '../retry.ts'
import type { WritableStore } from '../store.ts'
import type { ToastStore } from '../toasts.ts'
import type { UnreadReports } from './unread-reports.ts'

interface DesktopCommandsDeps {
  bridge: Pick<DesktopBridge, 'tellEvent'>
  api: Api
  chat: Pick<ChatMachine, 'getState' | 'findMatch' | 'findAnother' | 'open'>
  chatSwitch: Pick<ChatSwitch, 'before' | 'replace'>
  knocks: Pick<Knocks, 'getState' | 'remove' | 'restore'>
  toasts: Pick<ToastStore, 'show'>
  attention: WritableStore<boolean>
  unread: Pick<UnreadReports, 'nameOf' | 'reportSoon'>
  /** Opens the home screen, which shows the chat. */
  goHome(): void
  openSettings(): void
  newKey(): string
  isStopped(): boolean
}

/** Runs a command from the tray or from a notification. */
export async function runDesktopCommand(deps: DesktopCommandsDeps, message: DesktopMessage) {
  const { chat, attention, goHome } = deps
  switch (message.type) {
    case 'attention':
      return attention.setState(message.attentive)
    case 'find-match':
      goHome()
      return chat.findMatch()
    case 'find-another':
      goHome()
      return chat.findAnother()
    case 'open-settings':
      goHome()
      return deps.openSettings()
    case 'open-conversation':
      goHome()
      return openConversation(deps, message.conversationId)
    case 'reply':
      return reply(deps, message.conversationId, message.text)
    case 'accept-knock':
      goHome()
      return accept(deps, message.knockId)
  }
}

async function openConversation({ api, chat, isStopped }: DesktopCommandsDeps, id: string) {
  const state = chat.getState()
  // Opening the current conversation brings it in front of the home screen.
  if (state.phase === 'matched' && state.conversation.id === id) return chat.open(state.conversation)
  const found = await api.call('currentConversation', { params: { id } }).catch(() => null)
  // Without the conversation, the home screen stays open.
  if (!found || isStopped()) return
  chat.open(found.data)
  void markRead(api, id)
}

/** A knock that has ended is on the list no more: then the home screen opens without a chat. */
async function accept({ api, toasts, knocks, chatSwitch }: DesktopCommandsDeps, knockId: string) {
  const knock = knocks.getState().find(({ id }) => id === knockId)
  if (!knock) return
  const { acceptKnock } = await withTexts('people', import('../knocks/accept-knock.ts'))
  const run = () => void acceptKnock({ api, toasts, knocks, chatSwitch }, knock)
  chatSwitch.before(shownName(knock.displayName), run)
}

async function reply(deps: DesktopCommandsDeps, id: string, text: string) {
  const { api, bridge, unread } = deps
  const key = deps.newKey()
  try {
    await api.call('sendMessage', { body: { conversationId: id, message: text, clientMessageId: key } })
    await markRead(api, id)
  } catch (error) {
    if (deps.isStopped()) return
    bridge.tellEvent({
      id: `not-sent:${key}`,
      kind: 'not-sent',
      conversationId: id,
      partnerName: unread.nameOf(id),
      text: messageOf(error, t`Open the conversation to try again.`),
    })
  }
  unread.reportSoon()
}

const markRead = (api: Api, id: string) =>
  retryUntilDone('Marking the conversation as read', (signal) =>
    api.call('markRead', { params: { id }, signal }),
  ).firstAttempt
