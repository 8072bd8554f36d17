import type { EventEmitter } from 'node:events'
import type { DesktopEvent, DesktopMessage, DesktopState } from '#schema/desktop.ts'

/** A reply to a conversation, written in a notification. */
export type Reply = Omit<Extract<DesktopMessage, { type: 'reply' }>, 'type'>

/** What the parts of the app tell each other. Listeners are called in the order in which the parts are started. */
export type AppEvents = EventEmitter<{
  /** The window was hidden instead of closed. */
  'window-hidden': []
  /** The member has hidden the app until they open it again. */
  'hidden-quietly': []
  /** The page has reported its state. */
  'page-state': [DesktopState]
  /** The page has reported something that a notification may show. */
  'chat-event': [DesktopEvent]
  /** The member has used a notification: the page does the rest. */
  command: [DesktopMessage]
  /** A reply could not be sent. */
  'not-sent': [Reply]
  /** The page of a server has closed: none of its data or commands may reach another server's page. */
  'server-left': []
  /** A newer version is there. Calling the function restarts into it. */
  'update-ready': [restart: () => void]
}>
