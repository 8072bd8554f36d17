import { erased, impersonal, kept, type TableRules } from './rules.ts'

const conversation = kept('conversation', 'conversations.json')
const reference = kept('conversation', 'technical')
const message = erased('conversations.json')
const keeping = erased('kept.json')
const bell = erased('interest-bells.json')
const technical = erased('technical')
const evening = erased('evenings.json')
const knock = erased('knocks.json')
// The member who knocked must not learn of the answer.
const answer = erased('protects others')

export const CHAT_TABLES: TableRules<
  | 'Conversation'
  | 'ConversationMember'
  | 'KeepWish'
  | 'InterestBell'
  | 'MemberPresence'
  | 'Message'
  | 'DailyConversationStart'
  | 'Block'
  | 'Evening'
  | 'EveningMember'
  | 'Knock'
  | 'KnockRefusal'
  | 'SearchWait'
  | 'SearchWaitProgress'
> = {
  Conversation: {
    members: ['lowUserId', 'highUserId'],
    columns: {
      id: reference,
      lowUserId: reference,
      highUserId: reference,
      created: conversation,
      openedAt: conversation,
      endedAt: conversation,
      endedBy: reference,
      exchange: conversation,
      lastMessageAt: impersonal,
      eveningId: reference,
    },
  },
  ConversationMember: {
    members: ['userId'],
    columns: {
      conversationId: reference,
      userId: reference,
      partnerId: reference,
      active: reference,
      deliveredThrough: reference,
      readThrough: reference,
      clearedThrough: reference,
      lastActivity: reference,
      unreadSince: technical,
      leavingSince: technical,
      countedDay: reference,
      openingCounted: reference,
      keptAt: keeping,
      keptNote: keeping,
      hidesPresence: keeping,
    },
  },
  KeepWish: {
    members: ['userId'],
    columns: {
      userId: technical,
      conversationId: technical,
      created: erased('keep-wishes.json'),
      due: technical,
    },
  },
  InterestBell: {
    members: ['userId'],
    columns: {
      userId: technical,
      interest: bell,
      created: bell,
      isOn: bell,
      restsUntil: bell,
      due: technical,
    },
  },
  MemberPresence: { members: ['userId'], columns: { userId: technical, awaySince: technical } },
  Message: {
    members: ['senderId'],
    columns: {
      id: technical,
      conversationId: technical,
      senderId: technical,
      body: message,
      time: message,
      clientMessageId: technical,
    },
  },
  DailyConversationStart: {
    members: ['userId'],
    columns: {
      userId: technical,
      day: erased('conversations-started.json'),
      count: erased('conversations-started.json'),
    },
  },
  Block: {
    members: ['blockerId'],
    columns: {
      blockerId: technical,
      // Blocks by other members keep the erased member's id until the member's row is deleted.
      blockedId: kept('blocks', 'technical'),
      created: erased('blocks.json'),
    },
  },
  Knock: {
    members: ['fromId'],
    columns: {
      id: technical,
      fromId: technical,
      toId: technical,
      conversationId: technical,
      created: knock,
      expires: knock,
      answeredAt: answer,
      answer,
      messageId: technical,
      message: knock,
      messageTime: technical,
      clientMessageId: technical,
    },
  },
  KnockRefusal: {
    members: ['userId'],
    columns: { userId: technical, refusedId: technical, created: erased('knock-refusals.json') },
  },
  Evening: {
    members: [],
    columns: {
      id: impersonal,
      seriesId: impersonal,
      topic: impersonal,
      startsAt: impersonal,
      endsAt: impersonal,
      timeZone: impersonal,
      cancelledAt: impersonal,
      countedAt: impersonal,
      members: impersonal,
      conversations: impersonal,
      medianMessages: impersonal,
    },
  },
  EveningMember: {
    members: ['userId'],
    columns: {
      userId: technical,
      eveningId: impersonal,
      wantsReminder: evening,
      remindedAt: evening,
      searchedAt: evening,
    },
  },
  // Counts of searches. A bit is shared by many members, and interests are keyed hashes.
  SearchWait: {
    members: [],
    columns: {
      interest: impersonal,
      hour: impersonal,
      members: impersonal,
      foundWithin1: impersonal,
      foundWithin5: impersonal,
      foundWithin15: impersonal,
      leftWithin1: impersonal,
      leftWithin5: impersonal,
      leftWithin15: impersonal,
      longer: impersonal,
    },
  },
  SearchWaitProgress: { members: [], columns: { id: impersonal, place: impersonal } },
}
