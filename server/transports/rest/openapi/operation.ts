import { EXAMPLE } from '#schema/described-model.ts'
import type { ErrorCode } from '#schema/errors.ts'
import type { LimitName } from '#server/platform/rate-limits/rate-limits.ts'

/** The tags of the document, in the order in which readers need them. */
export const TAGS = {
  Accounts: 'Registration, sessions, email verification and the member’s own profile.',
  Passwords: 'Resetting a forgotten password by link or by code.',
  Matching: 'Finding a partner.',
  Evenings: 'Topics with hours, in which members search within the topic.',
  Conversations: 'Conversations and their messages.',
  'Keeping in touch': 'Members who both asked to keep in touch.',
  'Live stream': 'Events that the server pushes.',
  Safety: 'Reports and blocks.',
  Nearby: 'People nearby. Needs premium.',
  Knocks: 'Members who would like to talk with the caller.',
  Push: 'Push messages to the browsers of the caller.',
  Premium: 'Orders, payments and the subscription.',
  Privacy: 'The member’s data, and emails about missed messages.',
  Administration: 'Figures and lists for administrators.',
  Operations: 'Health, metrics and this document.',
} as const
export type Tag = keyof typeof TAGS

export interface Parameter {
  /** Left out where the name says everything. */
  description?: string
  /** As the caller writes it. */
  example: string
}

/** What the document says of one route beyond what its models say. */
export interface Operation {
  tag: Tag
  description: string
  /**
   * Errors of its own, with when they happen. What follows from access, body and limits is not repeated here.
   * In tests, a route that answers another error fails: see `declaredErrors`.
   */
  errors?: Partial<Record<ErrorCode, string>>
  /** The rate limits that a call counts against. */
  limits?: readonly LimitName[]
  /** Path, query and header parameters by name; exactly those of the route’s models. */
  parameters?: Readonly<Record<string, Parameter>>
  /** Header parameters that the route’s models do not name. */
  headers?: Readonly<Record<string, Parameter>>
  /** What a text body holds, where it is no JSON. */
  textBody?: { type: string; description: string; example: string }
  /** Sets the session cookie on success. */
  opensSession?: true
}

export const LOCATION_HEADERS: Readonly<Record<string, Parameter>> = {
  latitude: {
    description:
      'Latitude of the browser in degrees, -90 to 90. Used only together with `longitude`. A session stores at most 6 moves of a few kilometres an hour and 48 a day.',
    example: '18.520431',
  },
  longitude: {
    description: 'Longitude of the browser in degrees, -180 to 180. Used only together with `latitude`.',
    example: '73.856744',
  },
  accuracy: { description: 'Accuracy in metres, 0 or more.', example: '20' },
}

export const CONVERSATION_PARAMETER: Readonly<Record<string, Parameter>> = {
  id: { example: EXAMPLE.conversation },
}

export const NO_CONVERSATION = 'The caller has no such conversation.'
export const PROOF = 'The client must do a proof of work first. The answer carries the challenge.'
