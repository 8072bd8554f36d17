declare module 'edmonds-blossom-fixed' {
  /**
   * Returns the partner of each vertex in a matching of the greatest weight; -1 for a vertex without one. Weights are
   * integers.
   */
  export default function findMatching(edges: [a: number, b: number, weight: number][]): number[]
}
