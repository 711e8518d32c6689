/** A file of a package, whole, as the bundler sets it in. */
declare module "*?raw" {
  const text: string;
  export default text;
}
