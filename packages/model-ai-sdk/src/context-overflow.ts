/** Codes and types of errors for a prompt that is too long. */
const CODES = /context_length_exceeded|exceed_context_size|context_window_exceeded|request_too_large/i;

/** Texts of providers without such a code. */
const TEXTS = [
  /prompt is too long/i, // Anthropic
  /exceed[a-z]* (the )?(available )?context (limit|size|window|length)/i, // Anthropic, llama.cpp, Ollama
  /exceeds the (model's )?context window/i, // OpenAI Responses
  /(maximum|max) (context|prompt|model) length/i, // OpenAI, vLLM, OpenRouter, Mistral, xAI
  /input token count .*exceeds the maximum/i, // Gemini
  /input is too long for/i, // Bedrock
  /reduce the length of the (messages|prompt|input)/i, // Groq, OpenAI
  /exceed(ed|s) model token limit/i, // Moonshot
  /greater than the context length/i, // LM Studio
  /context window exceeds limit/i, // MiniMax
  /too many (input )?tokens in (the )?(prompt|request)/i,
];

/** Whether a refusal means that the prompt is too long for the model. */
export function isContextOverflow(code: string, text: string): boolean {
  return CODES.test(code) || TEXTS.some((pattern) => pattern.test(text));
}
