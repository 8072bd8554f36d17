import { graphql, type ResultOf } from '../../data/operation.ts'

const figures = graphql(`
  fragment FigureFields on LiveFigures {
    at online waiting matchesPerMinute messagesPerMinute reportsOpen appealsOpen
  }
`)
export type LiveFigures = ResultOf<typeof figures>

export const FIGURES_NOW = graphql(
  'query FiguresNow { liveFigures { ...FigureFields } lastHour { minute matches messages } }',
  [figures],
)
export type Minute = ResultOf<typeof FIGURES_NOW>['lastHour'][number]

export const FIGURES_LIVE = graphql('subscription FiguresLive { liveFigures { ...FigureFields } }', [figures])
