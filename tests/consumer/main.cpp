bool output_is_value();

int main() { return output_is_value() ? 0 : 1; }
