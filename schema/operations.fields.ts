import { LIMITS, TIMING } from './limits.ts'
import type { RouteName } from './routes.ts'

const seconds = (milliseconds: number) => `${milliseconds / 1000} seconds`

/**
 * What each operation does that REST and GraphQL both offer, by the name of the REST route. Each side adds only what is
 * special to it. Only the server imports it.
 */
export const OPERATION_TEXTS = {
  requestPasskey:
    'Returns a challenge for a login by passkey. It names no account, so it does not reveal whether one exists.',
  loginByPasskey:
    'Opens a session with a passkey, which replaces the password and the code of two-step login. Logging in to a closed account opens it again.',
  resendVerification:
    'Sends the verification mail again. The answer is the same whether or not the address has an account.',
  checkRegistrationRemoval:
    'Returns whether the code of a mail can still remove a registration that was never verified. Changes nothing.',
  removeRegistration:
    'Removes a registration that was never verified, with its sessions. The address can then be registered again.',
  recordVisit:
    'Records a login or a registration with its place, for the list of sign-ins. The server records logins by itself; this call adds the place.',
  requestPasswordReset:
    'Sends a mail with a reset link and a reset code. The answer and its timing are the same whether or not the address has an account.',
  validateResetToken: 'Returns whether a reset token still works, without using it.',
  verifyResetCode:
    'Exchanges the reset code of the newest mail for a reset token. After a few wrong codes, the answer says to request a new one.',
  findMatch: `Starts or continues the search for a partner. Call it every ${seconds(TIMING.searchPoll)}, after ${TIMING.searchPollsBeforeSlow} calls every ${seconds(TIMING.searchPollSlow)}. A search that is not polled for 15 seconds ends; with an open live stream, after 90 seconds, because browsers slow the timers of hidden tabs. Both members also receive \`match_found\` on their live streams.`,
  cancelSearch: 'Ends the search of the caller, and leaves a match that was found in the meantime.',
  getSearch: 'Returns the search of the caller, for any of their devices. Changes nothing.',
  ringMe: `Sets whether the search of the caller goes on without calls: for ${TIMING.ringSearch / 3_600_000} hours from now, or until their quiet hours begin. When a partner is found for a search that goes on, both receive \`search_ring\`, and who is away is rung by a push message. The chat opens once both have called \`findMatch\` within ${seconds(TIMING.ringFor)}. The search of a member who does not come ends, and cannot ring again for ${TIMING.ringPause / 60_000} minutes; the other keeps their place.`,
  getExpectedWait: `Returns how long a search of the caller is likely to take at this hour. The figures are sums over earlier searches of at least ${LIMITS.searchWaitMembers} different members.`,
  listEvenings: `Returns the evenings that are running or come next, at most ${LIMITS.evenings.listed}. A cancelled evening is listed for callers who wanted a reminder of it.`,
  remindOfEvening:
    'Reminds the caller of an evening by a push message ten minutes before it begins. An evening that is changed keeps its reminders.',
  forgetEvening: 'Takes the reminder of an evening back. Succeeds when there is none.',
  startConversation:
    'Starts a chat with a member nearby or with a former partner. An open conversation of the two is returned as it is, and a knock of the other member is accepted. Otherwise it knocks: the answer is a conversation with `awaitsAnswer`, which opens when the other member accepts. A declined knock looks like one without an answer.',
  listConversations: `Returns the conversations of the caller, the latest active first. Free members see those of the last ${LIMITS.freeHistoryDays} days.`,
  listMessages: `Returns the messages of a conversation, the newest first. Free members see those of the last ${LIMITS.freeHistoryDays} days.`,
  sendMessage:
    'Sends a message. The answer comes after the message is committed, and both members then receive `new_chat_message`. A retry with the same `clientMessageId` returns the stored message. While the caller waits for an answer, the first message is kept: the other member receives it when they accept.',
  setTyping: 'Tells the partner that the caller started or stopped typing.',
  markDelivered:
    'Reports that the client has received every message of a conversation so far without showing it, for example in a hidden tab. The partner receives `message_receipt`, unless one of the two hides receipts. Marking as read includes it.',
  markRead:
    'Marks every message of a conversation as read. The caller receives `message_receipt`, on every device; so does the partner, unless one of the two hides receipts.',
  clearConversation: 'Removes the messages so far from the view of the caller. The partner still sees them.',
  reportUser:
    'Reports a member whom the caller has talked with, and blocks them. The last messages are kept as evidence.',
  blockUser:
    'Blocks a member and ends the conversation with them. The two are not matched, do not see each other and cannot write to each other. The blocked member is not notified.',
  unblockUser: 'Removes a block. Succeeds when there is none.',
  askToKeep: `Records that the caller would like to keep in touch with the partner, in a chat and for ${LIMITS.keepHours} hours after it. The partner does not learn of it unless they ask too. When both asked, both receive \`kept\` at the same moment, at a random time within two minutes. The caller sees their own wish as \`keep\` of the conversation; it lapses ${LIMITS.keepHours} hours after the chat.`,
  takeBackKeep:
    'Takes the wish of the caller back. Does nothing without one, and when the two keep in touch already.',
  listKept:
    'Returns the members whom the caller keeps in touch with, the latest active conversation first. Members whose account is closed or suspended are left out.',
  updateKept:
    'Changes the note of the caller about a kept member, or whether the caller hides their presence from that member. While one of the two hides it, neither sees that of the other outside of an open chat.',
  letGo: 'Ends keeping in touch for both. The other member gets no event and no notification.',
  listNearby:
    'Returns members nearby who allow it, nearer bands of 20 km first. Members without a verified address and partners of an open conversation are left out. Needs premium. Distances and coordinates are never returned.',
  getPaymentStatus: 'Asks the provider about a payment, and activates premium when it is paid.',
  capturePayment: 'Captures an authorised payment and activates premium.',
  capturePaypalOrder: 'Captures a PayPal order that the member approved, and activates premium.',
  subscribe: 'Activates premium with a payment for this plan.',
  cancelSubscription: 'Cancels premium. It stays active until the end of what was paid for.',
  getInterestBells: 'Returns the interests of the caller, and whether the bell of each is on.',
  setInterestBell: `Turns the bell of an interest on or off. While it is on, the caller hears when someone who likes the interest is searching and could be matched with them: by a push message of the kind interest and a notification, some minutes after the search began, at most once a day for each interest. It never rings where fewer than ${LIMITS.bellPeople} other members could be the one, while the caller searches or chats, or in quiet hours. It never tells who is searching.`,
  getPush:
    'Returns what the caller wants to be told by push messages, their browsers, and the key of the server.',
  subscribeToPush:
    'Sends push messages to the browser of this session from now on. Another subscription of the session, or of the same address, is replaced. The subscription ends with the session.',
  removePushDevice: 'Sends no more push messages to a browser of the caller. Succeeds when it gets none.',
  savePushPreferences: 'Chooses what push messages tell, and when.',
  reportVisibility:
    'Reports whether the member looks at a page. While they look at one with an open live stream, nothing is sent as a push message.',
  listAdminUsers: 'Returns a page of the accounts, the newest first.',
  listLaunchNotifications: 'Returns a page of the launch list, the newest first.',
  notifyLaunchList: 'Sends the launch mail to every entry of the launch list that has not had it.',
  joinLaunchList:
    'Adds an address to the launch list. Public: the landing page calls it. The answer is the same for a known address.',
} as const satisfies { readonly [Name in RouteName]?: string }

/** The argument of leaving that says which of a pair's chats is meant. */
export const LEFT_OPENING =
  'The `openedAt` of the conversation as the client showed it. A request that arrives after the two have begun to talk again then changes nothing, and is answered as for a conversation that has ended. Leave it out to withdraw a knock.'

/** The arguments of a search. */
export const SEARCH_ARGUMENTS = {
  evening: 'The id of the evening that the search is within. Ignored when it is not running.',
  exchange:
    'Whether the search is for an exchange of languages. For 10 seconds it only finds members who search for one, speak a language that the caller learns and learn one that the caller speaks; for 10 more also one of both; then everyone, as another search. Without a language in `learning`, it is another search at once.',
}
