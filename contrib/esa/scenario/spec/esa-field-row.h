// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FIELD_ROW_H
#define ESA_FIELD_ROW_H

#include "esa-scenario-fields.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * What is known of a field was in many tables: a schema, a member with a default, a table of
 * members, lists of what is drawn by tests, notes on fields without effect. Each new field had to
 * be in all of them. So a field is one row beside its member. The row has the field's name, range,
 * unit (the end of its name) and meaning; the type and the choices are those of the member, and the
 * default is the value of the member in a new object. All else follows: the schema with its errors,
 * the reader, the page of fields, the notes, and what the tests draw.
 */

namespace ns3::esa
{

/// What the rows need to know of a type of members.
struct MemberType
{
    std::type_index index;                                    ///< the type
    nlohmann::ordered_json schema;                            ///< its keywords in a schema
    std::string (*read)(const nlohmann::json&, void* member); ///< ReadFieldValue()
    nlohmann::json (*value)(const void* member);              ///< FieldValue()
    void (*copy)(const void* from, void* to);                 ///< assigns a member
    std::vector<std::string> choices;                         ///< names of an enum's values
    std::size_t (*size)(const void* list){};                  ///< of a list, number of elements
    void (*resize)(void* list, std::size_t size){};           ///< of a list; null: by name
    void* (*at)(void* list, const std::string& key){};        ///< an element of a list
    const std::type_info* element{};                          ///< type of the elements
};

struct FieldRow;

/// Rows of an object.
using FieldRows = std::vector<FieldRow>;

/// Whether more of a number is better.
enum class Better : uint8_t
{
    Unknown, ///< it depends
    More,    ///< a network with more of it is not slower
    Less,    ///< a network with less of it is not slower
};

/// What a value names in the network, or in the run.
enum class Named : uint8_t
{
    Nothing,   ///< it is a quantity, or a word
    Hosts,     ///< hosts, by number
    LinkEnds,  ///< the two nodes of a link
    Switch,    ///< a switch
    Job,       ///< a job
    Worker,    ///< a worker of the job that the same object names
    Moment,    ///< a moment of the run, in us
    Positions, ///< positions of frames on a link
};

/// @return the keywords of a type in a JSON Schema
template <typename T>
nlohmann::ordered_json
KeywordsOf()
{
    if constexpr (IsList<T>::value)
    {
        return {{"type", "array"}, {"items", KeywordsOf<typename T::value_type>()}};
    }
    else if constexpr (IsOptional<T>::value)
    {
        return KeywordsOf<typename T::value_type>();
    }
    else if constexpr (std::is_enum_v<T>)
    {
        return {{"type", "string"}, {"enum", ChoiceNames<T>()}};
    }
    else if constexpr (std::is_same_v<T, bool>)
    {
        return {{"type", "boolean"}};
    }
    else if constexpr (std::is_arithmetic_v<T>)
    {
        return {{"type", std::is_integral_v<T> ? "integer" : "number"}};
    }
    else
    {
        static_assert(std::is_base_of_v<std::string, T>, "a field has no such type");
        return {{"type", "string"}};
    }
}

/// @return what is known of a type of members that hold one value, or a list of values
template <typename T>
const MemberType&
TypeOfMembers()
{
    static const MemberType type = [] {
        MemberType made{typeid(T), KeywordsOf<T>(), {}, {}, {}, {}};
        made.read = [](const nlohmann::json& value, void* member) {
            return ReadFieldValue(value, *static_cast<T*>(member));
        };
        made.value = [](const void* member) { return FieldValue(*static_cast<const T*>(member)); };
        made.copy = [](const void* from, void* to) {
            *static_cast<T*>(to) = *static_cast<const T*>(from);
        };
        if constexpr (std::is_enum_v<T>)
        {
            made.choices = ChoiceNames<T>();
        }
        return made;
    }();
    return type;
}

/// @return what is known of a list of objects
template <typename T>
const MemberType&
TypeOfLists()
{
    using List = std::vector<T>;
    static const MemberType type{
        typeid(List),
        {{"type", "array"}},
        {},
        {},
        [](const void* from, void* to) {
            *static_cast<List*>(to) = *static_cast<const List*>(from);
        },
        {},
        [](const void* list) { return static_cast<const List*>(list)->size(); },
        [](void* list, std::size_t size) { *static_cast<List*>(list) = List(size); },
        [](void* list, const std::string& key) -> void* {
            return &(*static_cast<List*>(list))[std::stoul(key)];
        },
        &typeid(T)};
    return type;
}

/// @return a number as a file has it: 1 rather than 1.0
nlohmann::ordered_json WholeIfPossible(double number);

/**
 * @ingroup esa
 * @brief A field, a group of fields, or a list of objects: everything that is known of it.
 *
 * A row is made by Field(), Group() or List(), and further words follow: Field(...).Range(0,
 * 1).Rounds().
 */
struct FieldRow
{
    std::string name;                               ///< in a file
    std::string text;                               ///< what it means, with its source
    const MemberType* type{};                       ///< of the member; null: a group
    std::function<const void*(const void*)> member; ///< the member of an object
    nlohmann::ordered_json limits = {};             ///< further keywords of its schema
    nlohmann::ordered_json ofElements = {};         ///< those of its elements
    bool isRequired{false};                         ///< whether an object always has it
    KnownTo knownTo{KnownTo::Ns3};                  ///< which runners are exact at any value
    std::vector<FieldAttribute> attributes = {};    ///< attributes that it sets
    std::vector<FieldUse> uses = {};                ///< where it has an effect
    FieldRows fields = {};                          ///< of a group, or of each object of a list
    std::vector<std::string> oneOf = {}; ///< of a list: of these, each object has exactly one
    Better better{Better::Unknown};      ///< whether more of it is better
    bool isOtherRun{false};  ///< whether the next value is more work, another network or other luck
    bool isZeroOther{false}; ///< whether 0 means something else, such as no limit
    bool needsRepair{false}; ///< whether it is a fault that stops a job for ever without recovery
    Named named{Named::Nothing}; ///< what its value names
    const char* after{};         ///< the field of the same object that its moment follows
    bool mayBeEqual{false};      ///< whether both moments may be equal

    /// Any number between two, both included.
    FieldRow& Range(double least, double most);
    /// A number above one, and up to another one.
    FieldRow& Above(double least, double most);
    /// A text of some letters, or a list of some elements.
    FieldRow& Length(std::size_t least, std::size_t most);
    /// A list of at most some elements.
    FieldRow& AtMost(std::size_t most);
    /// A list whose elements differ.
    FieldRow& Unique();
    /// A keyword of the schema: why a range is limited, and the like.
    FieldRow& Keyword(const char* keyword, nlohmann::ordered_json value);
    /// What an element is, with a range.
    FieldRow& Each(std::string what, double least, double most);
    /// What an element is: a text of 1 to some letters.
    FieldRow& EachText(std::string what, std::size_t most);
    /// Every object has it.
    FieldRow& Required();
    /// Rounds are exact with it, too.
    FieldRow& Rounds();
    /// Rounds and the task runner are exact with it, too.
    FieldRow& Tasks();
    /// It sets attributes.
    FieldRow& Sets(std::vector<FieldAttribute> set);
    /// It has an effect only where a function of another field returns true.
    FieldRow& UsedIf(const char* decider, bool (*isUsed)(const ParsedScenario&));
    /// Each object has exactly one of two fields.
    FieldRow& OneOf(const char* first, const char* second);
    /// A network with more of it is not slower.
    FieldRow& MoreIsBetter();
    /// A network with less of it is not slower.
    FieldRow& LessIsBetter();
    /// The next value is more work, another network or other luck.
    FieldRow& IsOtherRun();
    /// 0 means something else than little: no limit, never, or another field counts.
    FieldRow& ZeroIsOther();
    /// It is a fault that stops a job for ever without recovery.
    FieldRow& NeedsRepair();
    /// Its value names something.
    FieldRow& Names(Named what);
    /// It is a moment after that of another field of the same object.
    FieldRow& After(const char* other);
    /// It is a moment not before that of another field of the same object.
    FieldRow& NotBefore(const char* other);
};

/// @return the member of an object that a row has
template <typename Object, typename Member>
std::function<const void*(const void*)>
MemberIn(Member Object::*member)
{
    return [member](const void* object) -> const void* {
        return &(static_cast<const Object*>(object)->*member);
    };
}

/// @return the row of a field that holds a value, or a list of values
template <typename Object, typename Member>
FieldRow
Field(const char* name, Member Object::*member, const char* text)
{
    return {name, text, &TypeOfMembers<Member>(), MemberIn(member)};
}

/// @return the row of a group of fields
template <typename Object, typename Member>
FieldRow
Group(const char* name, Member Object::*member, const char* text, FieldRows fields)
{
    FieldRow row{name, text, nullptr, MemberIn(member)};
    row.fields = std::move(fields);
    return row;
}

/// @return the row of a list of objects
/// @param element what an object is
template <typename Object, typename Element>
FieldRow
List(const char* name,
     std::vector<Element> Object::*member,
     const char* text,
     const char* element,
     FieldRows fields)
{
    FieldRow row{name, text, &TypeOfLists<Element>(), MemberIn(member)};
    row.fields = std::move(fields);
    row.ofElements = {{"description", element}};
    return row;
}

/// @return the rows of a member's object, as rows of the object around it
template <typename Object, typename Member>
FieldRows
Inside(Member Object::*member, FieldRows fields)
{
    for (FieldRow& field : fields)
    {
        field.member = [outer = MemberIn(member), inner = field.member](const void* object) {
            return inner(outer(object));
        };
    }
    return fields;
}

/// @return rows one after the other
FieldRows Joined(FieldRows first, const FieldRows& second);

/// @return the part of the schema for a row
/// @param object an object whose members have their defaults; null: the field has no default
nlohmann::ordered_json PartOf(const FieldRow& row, const void* object);

/// Read an object that obeys the schema, member by member, and note the place of each.
/// @param rows of the object
/// @param target the object to fill; a member that the JSON value does not have is unchanged
void ReadObject(const FieldRows& rows,
                const nlohmann::json& value,
                const std::string& pointer,
                void* target,
                const ReadingNotes& notes);

/// Read a list of objects.
void ReadList(const FieldRow& row,
              const nlohmann::json& value,
              const std::string& pointer,
              void* list,
              const ReadingNotes& notes);

/// @return the rows of a scenario
const FieldRows& ScenarioRows();

/// @return the group of faults
const FieldRow& FaultRows();

/// @return the rows of the faults of one link
const FieldRows& RowsOfLinkFaults();

/// Call a function for each field of an object, those of groups and of entries of lists included.
/// @param visit called with the row, its member, the object around it, and the rows of that
void ForEachMember(
    const FieldRows& rows,
    const void* object,
    const std::function<
        void(const FieldRow& row, const void* member, const void* object, const FieldRows& rows)>&
        visit);

/// Call a function for each row of a scenario and of its groups, with its pointer.
void ForEachRow(const std::function<void(const FieldRow& row, const std::string& pointer)>& visit);

/// Copy the members that a file has.
/// @param places of all members that the file has
void CopyWritten(const FieldRows& rows, const FieldPlaces& places, const void* from, void* to);

} // namespace ns3::esa

#endif // ESA_FIELD_ROW_H
