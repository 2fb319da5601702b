// What the build writes before the service worker.
declare const files: readonly string[];
declare const entry: string;
declare const version: string;
