import * as z from 'zod'
import { searchingModel } from '#schema/chat.fields.ts'
import { type Conversation, type Searching, searchId, searchQuery } from '#schema/chat.ts'
import { OPERATION_TEXTS, SEARCH_ARGUMENTS } from '#schema/operations.fields.ts'
import { ringMeModel, searchEveningModel, searchStateModel } from '#schema/ring.fields.ts'
import { ringMe, type SearchEvening, type SearchState } from '#schema/ring.ts'
import { expectedWaitModel } from '#schema/waits.fields.ts'
import type { ExpectedWait } from '#schema/waits.ts'
import { validate } from '#server/platform/validate.ts'
import { type Builder, memberOf } from '#server/transports/graphql/builder.ts'
import { modelFields } from '#server/transports/graphql/model-fields.ts'
import type { ChatTypes } from './chat.ts'

const searchArguments = z.object({ searchId: searchId.nullish() })
const eveningArguments = z.object({ evening: searchQuery.shape.evening.nullish() })
const searchIdOf = (args: { searchId?: unknown }) => validate(searchArguments, args).searchId ?? null

/** What to expect of a search, for its screen and before it begins. */
function addExpectedWait(builder: Builder) {
  const expectedWait = builder.objectRef<ExpectedWait>('ExpectedWait').implement({
    description: expectedWaitModel.description,
    fields: (t) => modelFields(t, expectedWaitModel),
  })
  builder.queryFields((t) => ({
    expectedWait: t.field({
      type: expectedWait,
      description: OPERATION_TEXTS.getExpectedWait,
      resolve: (_, __, context) => context.domains.search.expectedWait(memberOf(context)),
    }),
  }))
}

/** The search as every device of the caller shows it. */
function addSearchState(builder: Builder) {
  const evening = builder.objectRef<SearchEvening>('SearchEvening').implement({
    description: searchEveningModel.description,
    fields: (t) => modelFields(t, searchEveningModel),
  })
  const searchState = builder.objectRef<SearchState>('SearchState').implement({
    description: searchStateModel.description,
    fields: (t) => modelFields(t, searchStateModel, { types: { evening } }),
  })
  builder.queryFields((t) => ({
    search: t.field({
      type: searchState,
      description: OPERATION_TEXTS.getSearch,
      resolve: (_, __, context) => context.domains.search.state(memberOf(context).id),
    }),
  }))
  builder.mutationFields((t) => ({
    ringMe: t.field({
      type: searchState,
      description: OPERATION_TEXTS.ringMe,
      args: {
        on: t.arg.boolean({ description: ringMeModel.fields.on }),
        appNotifies: t.arg.boolean({ defaultValue: false, description: ringMeModel.fields.appNotifies }),
      },
      resolve: (_, args, context) =>
        context.domains.search.ringMe(memberOf(context).id, validate(ringMe, args)),
    }),
  }))
  return searchState
}

/** Asked again every few seconds while one searches, as the REST call is. */
export function addMatching(builder: Builder, { conversation }: ChatTypes) {
  addExpectedWait(builder)
  const searchState = addSearchState(builder)
  addSearching(builder, conversation)
  return { searchState }
}

export type MatchingTypes = ReturnType<typeof addMatching>

function addSearching(builder: Builder, conversation: ChatTypes['conversation']) {
  const result = builder.objectRef<Conversation | Searching>('MatchResult').implement({
    description: 'The state of a search.',
    fields: (t) => ({
      conversation: t.field({
        type: conversation,
        nullable: true,
        description: 'The conversation with the match. Null while the search continues.',
        resolve: (found) => ('id' in found ? found : null),
      }),
      waitingSeconds: t.int({
        nullable: true,
        description: `${searchingModel.fields.waitingSeconds} Null once there is a match.`,
        resolve: (found) => ('id' in found ? null : found.waitingSeconds),
      }),
      ringUntil: t.field({
        type: 'DateTime',
        nullable: true,
        description: searchingModel.fields.ringUntil,
        resolve: (found) => ('id' in found ? null : (found.ringUntil ?? null)),
      }),
      comeUntil: t.field({
        type: 'DateTime',
        nullable: true,
        description: searchingModel.fields.comeUntil,
        resolve: (found) => ('id' in found ? null : (found.comeUntil ?? null)),
      }),
    }),
  })

  builder.mutationFields((t) => ({
    findMatch: t.field({
      type: result,
      description: OPERATION_TEXTS.findMatch,
      args: {
        searchId: t.arg.id({
          required: false,
          description: 'The id that the client gave this search, to cancel it by.',
        }),
        evening: t.arg.id({ required: false, description: SEARCH_ARGUMENTS.evening }),
        exchange: t.arg.boolean({ required: false, description: SEARCH_ARGUMENTS.exchange }),
      },
      resolve: (_, args, context) =>
        context.domains.search.findMatch(
          { ...memberOf(context), hasProofOfWork: context.hasProofOfWork },
          searchIdOf(args),
          { eveningId: validate(eveningArguments, args).evening, isExchange: args.exchange === true },
        ),
    }),
    cancelSearch: t.boolean({
      description: OPERATION_TEXTS.cancelSearch,
      args: {
        searchId: t.arg.id({
          required: false,
          description: 'The id of the search. Polls with this id that arrive later change nothing.',
        }),
      },
      async resolve(_, args, context) {
        await context.domains.search.cancel(memberOf(context).id, searchIdOf(args))
        return true
      },
    }),
  }))
}
