import { graphql, type ResultOf } from '../../../data/operation.ts'

const planned = graphql(`
  fragment PlannedFields on PlannedEvening {
    id seriesId topic startsAt endsAt timeZone cancelled counted members conversations medianMessages
  }
`)
export type Planned = ResultOf<typeof planned>

export const PLANNED_EVENINGS = graphql(
  `query PlannedEvenings {
    coming: plannedEvenings { ...PlannedFields }
    past: plannedEvenings(past: true) { ...PlannedFields }
  }`,
  [planned],
)

export const SCHEDULE_EVENING = graphql(`
  mutation ScheduleEvening(
    $topic: String!, $day: String!, $from: String!, $until: String!, $timeZone: String!, $times: Int, $lastDay: String
  ) {
    scheduleEvening(
      topic: $topic, day: $day, from: $from, until: $until, timeZone: $timeZone, times: $times, lastDay: $lastDay
    ) { id }
  }
`)

export const CHANGE_EVENING = graphql(`
  mutation ChangeEvening(
    $id: ID!, $andLater: Boolean!, $topic: String!, $day: String!, $from: String!, $until: String!, $timeZone: String!
  ) {
    changeEvening(
      id: $id, andLater: $andLater, topic: $topic, day: $day, from: $from, until: $until, timeZone: $timeZone
    ) { id }
  }
`)

export const CANCEL_EVENING = graphql(
  'mutation CancelEvening($id: ID!, $andLater: Boolean!) { cancelEvening(id: $id, andLater: $andLater) }',
)
