export declare function binaryOf(runtime: string, file: string): string | null;
