/** A descriptor of this process that a launched one is given. Any may be; the types of execa name the first ten. */
export const passedOn = (fd: number) => fd as 3;
