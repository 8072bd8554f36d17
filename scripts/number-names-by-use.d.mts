interface ParamGraph {
  readonly strings: readonly string[]
  readonly graph: string
}
export function numberNamesByUse(graph: ParamGraph): ParamGraph
